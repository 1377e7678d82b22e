import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A page that people see: its scripts and style in a folder of dist/web, which the service reads when it starts. */
export const pageBuild = (page: string, entry: string): InlineConfig => ({
  configFile: false,
  root: here(`web/${page}`),
  base: '/assets/',
  publicDir: false,
  cacheDir: here('dist/.vite'),
  logLevel: 'warn',
  build: {
    outDir: here(`dist/web/${page}`),
    emptyOutDir: true,
    assetsDir: '',
    // Says which names the hashed files have; it is not served.
    manifest: 'manifest.json',
    modulePreload: false,
    reportCompressedSize: false,
    // What draws charts is large, and loaded by the pages that have some.
    chunkSizeWarningLimit: 700,
    // What phones of the last six years have; what their language lacks is written otherwise, what their library lacks is not used.
    target: ['chrome87', 'firefox78', 'safari14'],
    rolldownOptions: { input: here(`web/${page}/${entry}`) },
  },
})
