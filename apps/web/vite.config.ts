import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { refuseCircles, sharedChunks } from './shared-chunks.ts';
import { visitorTexts } from './visitor-texts.ts';

/** Libraries every page needs, small ones too: one file of their own, which a release of ours does not change. */
const base =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|zustand|@tanstack\/(react-router|router-core|history|react-store|store)|@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes))(\/|\.)/;

/**
 * Browser build. Nothing may be inlined: the page's content security policy allows scripts, styles and fonts
 * only from its own origin, so assets stay files and no data: address is made of them.
 */
export default defineConfig({
  plugins: [
    react(),
    { name: 'refuse-circles', generateBundle: (_options, files) => refuseCircles(files) },
    {
      name: 'visitor-texts',
      generateBundle() {
        for (const { fileName, source } of visitorTexts(this))
          this.emitFile({ type: 'asset', fileName, source });
      },
    },
  ],
  // A worker is a module like the page's own files.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    manifest: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // Every page's first file lists the names of all others: a letter less of each counts, and seven are the fewest for so many.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            { name: 'base', test: base, priority: 1 },
            { name: sharedChunks(), debugName: 'shared', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: process.env['API_TARGET'] ?? 'http://127.0.0.1:8080', changeOrigin: false } },
  },
});
