import { describe, expect, it } from 'vitest'
import { faultsOfSwallows, swallowsIn } from './silent-swallows.ts'

const silent = (code: string) => swallowsIn('file.ts', code).filter(({ isExplained }) => !isExplained)

describe('an error that is dropped without a reason', () => {
  it.each([
    ['catch block', 'try { a() } catch {}'],
    ['catch block', 'try { a() } catch { return null }'],
    ['catch block', 'try { a() } catch (error) { b() }'],
    ['catch block', '// above the try says nothing of the catch\ntry { a() } catch { b() }'],
    ['.catch handler', 'a().catch(() => undefined)'],
    ['.catch handler', 'void a().catch(() => {})'],
    ['.catch handler', 'a().catch(error => undefined)'],
    ['.catch handler', 'a().catch(function () { return 1 })'],
    ['.catch handler', 'const ignore = () => undefined\na().catch(ignore)'],
    ['.catch handler', 'const f = { go: () => a().catch(() => null) }'],
    ['.then handler', 'a().then(b, () => undefined)'],
    ['allSettled', 'await Promise.allSettled(all)'],
    ['.catch handler', '// a reason for another line\n\na().catch(() => undefined)'],
  ])('is found: %s in %s', (kind, code) => {
    expect(silent(`async function f() {\n${code}\n}`).map(found => found.kind)).toEqual([kind])
  })

  it('is found in its line', () => {
    expect(swallowsIn('file.tsx', 'const a = <b />\n\nc()\n  .catch(() => undefined)')).toEqual([
      { kind: '.catch handler', line: 4, isExplained: false },
    ])
  })

  it('is nowhere in the code that ships', async () => {
    expect(await faultsOfSwallows()).toEqual([])
  })
})

describe('an error that is not dropped', () => {
  it.each([
    'try { a() } catch (error) { report(error) }',
    'try { a() } catch { throw new Failure("unknown") }',
    'try { a() } catch ({ message }) { b() }',
    'try { a() } finally { b() }',
    'a().catch(error => faults.report("keys", error))',
    'a().catch(onFault)',
    'const onFault = error => tell(error)\na().catch(onFault)',
    'a().catch(() => { throw b })',
    'a().then(b, c)',
    'a().then(() => undefined)',
    'const all = await Promise.allSettled(some)',
    'schema.catch(z.string(), "")',
    'void a()',
  ])('is no finding: %s', code => {
    expect(silent(`async function f() {\n${code}\n}`)).toEqual([])
  })

  it.each([
    'try { a() } catch {\n  // the reason\n}',
    'try { a() } catch { /* the reason */ }',
    '// the reason\na().catch(() => undefined)',
    'a()\n  .then(b)\n  // the reason\n  .catch(() => undefined)',
    'a().catch(() => undefined) // the reason',
    'a().catch(() => {\n  // the reason\n})',
    '// the reason\nconst b = await a().catch(\n  () => null,\n)',
    '// the reason\nawait Promise.allSettled(all)',
  ])('has its reason: %s', code => {
    expect(silent(`async function f() {\n${code}\n}`)).toEqual([])
  })
})
