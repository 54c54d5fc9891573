import { defineConfig } from 'vite'
export default defineConfig({ test: { root: '/work/main', include: ['tests/modules/signing/pades/*.test.ts'], testTimeout: 60000, maxWorkers: 2, env: { NODE_ENV:'test', LOG_LEVEL:'silent', CAPTCHA_ANSWER:'qishu' } } } as any)
