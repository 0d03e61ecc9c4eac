import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Every file of tests has a process of its own, and many start the program: nothing need be compiled anew each time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/built-sample.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Its own default leaves one processor idle, which of two is half.
    maxWorkers: '100%',
  },
});
