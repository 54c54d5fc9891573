// Loaded into a server before it starts. On SIGUSR2 the server reports the longest processor time of one
// turn of its event loop since the last report, in milliseconds. A busy machine changes elapsed time, but
// not this figure.
let longest = 0
let before = process.threadCpuUsage()

function look() {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  longest = Math.max(longest, (user + system) / 1000)
}

setInterval(look, 1).unref()
process.on('SIGUSR2', () => {
  look()
  process.stderr.write(`longest turn ${longest}\n`)
  longest = 0
})
