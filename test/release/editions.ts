/** The packages that are published, by the browser they are for. */
export const editions = {
  chrome: { output: '.output/chrome-mv3-store', build: ['build', '--mode', 'store'] },
  firefox: {
    output: '.output/firefox-mv3-store',
    build: ['build', '--mode', 'store', '--browser', 'firefox', '--mv3'],
  },
} as const

export type Edition = keyof typeof editions

export const editionNames: readonly Edition[] = ['chrome', 'firefox']

/** `prelude-0.1.0-chrome.zip` */
export function packageName(version: string, edition: Edition | 'sources'): string {
  return `prelude-${version}-${edition}.zip`
}
