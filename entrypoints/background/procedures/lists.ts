import type { HandlersOf } from '@/lib/language/procedures'
import type { WalletParts } from '../parts'

export function listProcedures({ lists }: Pick<WalletParts, 'lists'>): HandlersOf<'list'> {
  return {
    'list.subscribe': ({ presets }) => lists.subscribe(presets),
    'list.add': list => lists.add(list),
    'list.import': list => lists.import(list),
    'list.switch': ({ id, on }) => lists.switch(id, on),
    'list.update': ({ id }) => lists.update(id),
    'list.remove': ({ id }) => lists.remove(id),
  }
}
