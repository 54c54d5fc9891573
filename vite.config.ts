import { readdirSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { templatePlugin } from '#modules/templates/library/template-plugin.ts'
import { pdfDataPlugin } from './views/scripts/pdf-viewer/pdf-data-plugin.ts'

const islands = readdirSync('islands', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `islands/${entry.name}/index.tsx`)

/** The one of every page, and those of a few. */
const scripts = [
  'views/scripts/page-script.ts',
  'views/scripts/upload-script.ts',
  'views/scripts/tour/tour-script.ts',
  'views/scripts/tour/tour-steps.ts',
  'views/scripts/pdf-viewer/pdf-viewer.ts',
  'views/scripts/signature-script.ts',
  'views/scripts/seal-script.ts',
  'views/scripts/print-script.ts',
  'views/scripts/passkey-script.ts',
  'views/scripts/proof/proof-script.ts',
  'views/scripts/proof/proof-worker.ts',
]

const commands = readdirSync('src/commands').filter((name) => name.endsWith('.ts'))

/** Two builds: `vite build` for the browser, `vite build --ssr` for the server and its commands. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), templatePlugin(), ...(isSsrBuild ? [] : [pdfDataPlugin()])],
  publicDir: isSsrBuild ? false : 'public',
  resolve: { tsconfigPaths: false },
  // The dictionaries of traditional Chinese and of pinyin are part of the process that reads them: no other
  // needs the packages.
  ssr: { noExternal: ['opencc-js', 'pinyin-pro'] },
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        assetsInlineLimit: 0,
        target: 'node24',
        rolldownOptions: {
          input: {
            server: 'src/app/server.ts',
            'check-process': 'modules/signing/verification/check-process.ts',
            'pdf-check-process': 'modules/imports/pdf-check-process.ts',
            'pictures-process': 'src/pdf/pictures-process.ts',
            'picture-process': 'modules/seals/picture/picture-process.ts',
            'inspection-process': 'modules/templates/publishing/inspection-process.ts',
            'rehearsal-thread': 'modules/signing/providers/builtin/rehearsal/rehearsal-thread.ts',
            'capped-runner': 'src/jobs/capped-runner.ts',
            'pdf-worker-thread': 'modules/printing/typeset/pdf-worker-thread.ts',
            ...Object.fromEntries(commands.map((name) => [name.replace('.ts', ''), `src/commands/${name}`])),
          },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        assetsInlineLimit: 0,
        // What is loaded later needs nothing that is not there already.
        modulePreload: false,
        target: 'es2022',
        rolldownOptions: {
          input: ['views/theme.css', ...scripts, ...islands],
          // Its packages do not say that what is not asked of them can go.
          treeshake: { moduleSideEffects: [{ test: /node_modules\/@oslojs\//, sideEffects: false }] },
        },
      },
}))
