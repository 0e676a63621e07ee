import { defineConfig } from 'wxt'

export default defineConfig({
  imports: false,
  modules: ['@wxt-dev/module-react'],
})
