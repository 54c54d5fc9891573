// Loaded into a server before it starts. On SIGUSR2 the server reports the longest processor time of one
// turn of its event loop since the last report, in milliseconds. A busy machine changes elapsed time, but
// not this figure.
let longest = 0
let usageBefore = process.threadCpuUsage()

function measureTurn() {
  const { user, system } = process.threadCpuUsage(usageBefore)
  usageBefore = process.threadCpuUsage()
  longest = Math.max(longest, (user + system) / 1000)
}

setInterval(measureTurn, 1).unref()
process.on('SIGUSR2', () => {
  measureTurn()
  process.stderr.write(`longest turn ${longest}\n`)
  longest = 0
})
