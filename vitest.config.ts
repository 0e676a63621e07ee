import { defineConfig } from 'vitest/config'
import { WxtVitest } from 'wxt/testing/vitest-plugin'

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [WxtVitest()],
        test: {
          name: 'unit',
<<<<<<< HEAD
          include: [
            'lib/**/*.test.ts',
            'components/**/*.test.ts',
            'entrypoints/**/*.test.ts',
            'test/commands/**/*.test.ts',
          ],
=======
          include: ['{lib,components,entrypoints,test/commands}/**/*.test.ts'],
>>>>>>> 416fd7b (Keep the catalogue as one line a string and let the compiler know its placeholders)
          environment: 'node',
          // Ends what hangs; how long a property takes is the machine's affair.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'network',
          include: ['test/preview-network/**/*.test.ts', 'test/shop/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
