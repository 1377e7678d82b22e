import { defineConfig } from 'vite'

/** The pages people see: scripts and styles in dist/web, which the service reads when it starts. */
export default defineConfig({
  root: 'web',
  base: '/assets/',
  publicDir: false,
  cacheDir: '../dist/.vite',
  logLevel: 'warn',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: '',
    // Says which names the hashed files have; it is not served.
    manifest: 'manifest.json',
    modulePreload: false,
    reportCompressedSize: false,
    // What phones of the last six years have; what their language lacks is written otherwise, what their library lacks is not used.
    target: ['chrome87', 'firefox78', 'safari14'],
    rolldownOptions: { input: ['web/form/main.tsx', 'web/report/main.ts'] },
  },
})
