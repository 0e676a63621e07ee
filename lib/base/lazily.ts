/** The functions of a room that resolve later. */
type Later<Room> = {
  [Name in keyof Room]: Room[Name] extends (...given: never[]) => Promise<unknown> ? Name : never
}[keyof Room]

/**
 * The named functions of a room that is loaded when one of them is called. A function that must not load the room is
 * not among the names: it is written out beside them.
 * @param load called with each call; where it throws, the promise of the call rejects
 */
export function lazily<Room extends object, Name extends Later<Room>>(
  load: () => Room,
  names: readonly Name[],
): Pick<Room, Name> {
  const functions = names.map(name => [
    name,
    async (...given: unknown[]): Promise<unknown> => Reflect.apply(Object(Reflect.get(load(), name)), undefined, given),
  ])
  // The entries have one function for each name.
  return Object.fromEntries(functions) as Pick<Room, Name>
}
