/**
 * The browser's formats, each made once: to make one costs more than to use it, and a screen uses the same few dozens
 * of times, with every push again.
 */

export const numberFormat = once(
  (locale, options: Intl.NumberFormatOptions = {}) => new Intl.NumberFormat(locale, options),
)
export const relativeTimeFormat = once(
  (locale, options: Intl.RelativeTimeFormatOptions = {}) => new Intl.RelativeTimeFormat(locale, options),
)

function once<Options, Format>(
  make: (locale: string, options?: Options) => Format,
): (locale: string, options?: Options) => Format {
  const made = new Map<string, Format>()
  return (locale, options) => {
    const key = `${locale} ${JSON.stringify(options)}`
    const known = made.get(key)
    if (known !== undefined) return known
    const format = make(locale, options)
    made.set(key, format)
    return format
  }
}
