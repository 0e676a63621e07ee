import type { HandlersOf } from '@/lib/language/procedures'
import type { Lists } from './types'

export function listProcedures({ lists }: { lists: Lists }): HandlersOf<'list'> {
  return {
    'list.subscribe': ({ presets }) => lists.subscribe(presets),
    'list.add': list => lists.add(list),
    'list.import': list => lists.import(list),
    'list.switch': ({ id, on }) => lists.switch(id, on),
    'list.update': ({ id, anyway }) => lists.update(id, anyway),
    'list.remove': ({ id }) => lists.remove(id),
  }
}
