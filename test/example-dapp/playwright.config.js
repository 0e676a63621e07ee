export default {
  timeout: 60_000,
  webServer: { command: 'npx vite --port 5199 --strictPort', url: 'http://localhost:5199' },
  // Blocks are sealed when the test says so.
  use: { baseURL: 'http://localhost:5199', networkOptions: { blockMs: 3_600_000 } },
}
