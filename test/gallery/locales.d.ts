/** Messages as the extension's build makes them of a source file (site.ts). */
declare module '*.yml' {
  const messages: import('../../components/catalogue.fixture.ts').Messages
  export default messages
}
