/** A small key-value store; the background passes `storage.session` and `storage.local`. Values are plain JSON. */
export interface KeyValueStore {
  /** `undefined` when there is no such key. */
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
}
