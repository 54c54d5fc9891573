// After every installation, on whatever Node runs it: takes away what no part of the product ever reads.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const UNUSED = [
  // The typesetter uses two weights of each family.
  /^@expo-google-fonts\/[^/]+\/(?!400Regular$|600SemiBold$)\d00\w+$/,
  // The package that brings Node keeps the download beside the program.
  /^node\/node_modules\/node-[^/]+$/,
  // Of the languages whose words the library divides, the typesetter uses one.
  /^hyphen\/(?!(hyphen\.js|package\.json|LICENSE|patterns|patterns\/en-us\.js)$)/,
  // Other engines of the checker of regular expressions: Java's, and one for each kind of machine.
  /^recheck-(jar|linux|macos|windows)[^/]*$/,
  // pdf.js is read in the form for older engines alone, and without the viewer that it brings.
  /^pdfjs-dist\/(build|(legacy\/)?(web|image_decoders))$/,
  // Builds for pages without a bundler, and types for an older TypeScript.
  /^docx\/dist\/[^/]+\.(umd\.cjs|iife\.js)$/,
  /^pdf-lib\/(dist\/pdf-lib[^/]*|src|ts3\.4)$/,
  // Source maps.
  /\.[cm]?(js|ts)\.map$/,
]

for (const name of readdirSync('node_modules', { recursive: true })) {
  const path = name.replaceAll('\\', '/')
  if (UNUSED.some((one) => one.test(path)))
    rmSync(join('node_modules', name), { recursive: true, force: true })
}
