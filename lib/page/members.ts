/** Members of objects that a page holds. What is used here is captured before the page's first script. */

const { defineProperty, getOwnPropertyDescriptor, hasOwn } = Object
const { defineProperty: tryToDefine } = Reflect

/**
 * Fixes the own members of an object that stays extensible, because dapps set members of their own. A fixed member is
 * a getter, so a proxy of the page may wrap it. An assignment to it is ignored: an error would end the start of a dapp.
 * An object that inherits from it gets a member of its own.
 *
 * @returns the same object
 */
export function fixed<Members extends object>(members: Members): Members {
  for (const name in members) {
    if (!hasOwn(members, name)) continue
    const { value, get = () => value } = getOwnPropertyDescriptor(members, name) ?? {}
    function set(this: object, given: unknown): void {
      tryToDefine(this, name, ownMember(given, true))
    }
    defineProperty(members, name, bare({ __proto__: null, get, set, enumerable: true, configurable: false }))
  }
  return members
}

/** Defines a member that is written like any other, also where a page gave every object a setter of that name. */
export function own(target: object, name: string, value: unknown, enumerable: boolean): void {
  defineProperty(target, name, ownMember(value, enumerable))
}

function ownMember(value: unknown, enumerable: boolean): PropertyDescriptor {
  return bare({ __proto__: null, value, enumerable, writable: true, configurable: true })
}

/** Members and no prototype: nothing a page put on `Object.prototype` shines through. */
export function bare<Members extends object>(members: Members & { __proto__: null }): Members {
  return members
}
