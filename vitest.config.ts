import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/built-sample.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Its own default leaves one processor idle, which of two is half.
    maxWorkers: '100%',
    // Many tests start the program: it need not be compiled anew each time.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled') },
  },
});
