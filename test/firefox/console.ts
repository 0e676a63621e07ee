import * as z from 'zod'
import type { ErrorLog } from '../commands/chromium-errors.ts'

const notesSchema = z.array(z.object({ text: z.string(), source: z.string(), addon: z.string().nullish() }))

/**
 * The browser's own console, which Firefox shows as "Browser Console": what was thrown and not caught, and what scripts
 * wrote as an error.
 */
export function createConsole(
  privileged: (body: string) => Promise<unknown>,
  addonId: string,
  addressId: string,
): ErrorLog {
  const notes = async () =>
    notesSchema.parse(
      await privileged(`
        const notes = []
        for (const message of Services.console.getMessageArray()) {
          if (!(message instanceof Ci.nsIScriptError) || message.flags & (Ci.nsIScriptError.warningFlag | Ci.nsIScriptError.infoFlag)) continue
          notes.push({ text: message.errorMessage.slice(0, 400), source: message.sourceName ?? '', addon: message.addonId })
        }
        const storage = Cc['@mozilla.org/consoleAPI-storage;1'].getService(Ci.nsIConsoleAPIStorage)
        for (const { level, arguments: words = [], filename, addonId } of storage.getEvents())
          if (level === 'error')
            notes.push({ text: Array.from(words, word => String(word?.message ?? word)).join(' ').slice(0, 400), source: filename ?? '', addon: addonId })
        return notes`),
    )
  return {
    async collect() {
      await privileged(`Services.console.reset()`)
    },
    async collected() {
      const isOurs = ({ text, source, addon }: z.infer<typeof notesSchema>[number]) =>
        addon === addonId || source.includes(addressId) || text.includes(addressId)
      // What Firefox throws at code of a page that it is closing: the wallet's pages when it is switched off, the event
      // page when a test ends it.
      const isDying = ({ text, source }: z.infer<typeof notesSchema>[number]) =>
        text.startsWith('NS_ERROR_NOT_INITIALIZED') && /\/chunks\/|\/background\.js$/.test(source)
      return (await notes())
        .filter(note => isOurs(note) && !isDying(note))
        .map(({ text, source }) => `${text} (${source})`)
    },
  }
}
