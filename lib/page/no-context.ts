/**
 * Stands in for WXT's content script context, which would announce itself to every page with an event and double the
 * bridge's size. The bridge notices an update of the extension by itself.
 */
export class ContentScriptContext {}
