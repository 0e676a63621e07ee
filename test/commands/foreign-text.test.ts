import { describe, expect, it } from 'vitest'
import { faultsOfForeignText, foreignTextIn } from './foreign-text.ts'

const drawn = (code: string) => foreignTextIn('file.tsx', `const a = ${code}`).map(({ field }) => field)

describe('text of others', () => {
  it.each([
    ['<p>{row.refusal}</p>', 'row.refusal'],
    ['<p>{memo}</p>', 'memo'],
    ['<p>{memo !== null && memo}</p>', 'memo'],
    ["<p>{memo ?? 'none'}</p>", 'memo'],
    ['<p>{isLong ? short : signIn.statement}</p>', 'signIn.statement'],
    [`<p>{\`\${count} \${token.symbol}\`}</p>`, 'token.symbol'],
    ["<p>{count + ' ' + token.symbol}</p>", 'token.symbol'],
    ["<p>{t('request_memo', { memo })}</p>", 'memo'],
    ["<p>{t('unread', { fields: row.unread.join(', ') })}</p>", 'row.unread'],
    ["<Field label={t('limit_amount', { symbol: unit.symbol })} />", 'unit.symbol'],
    ['<Row label={capture.label} />', 'capture.label'],
    ['<p>{asset?.symbol}</p>', 'asset.symbol'],
    ['<p>{device!}</p>', 'device'],
  ])('that is drawn as it came is found: %s', (code, field) => {
    expect(drawn(code)).toEqual([field])
  })

  it.each([
    '<VisibleText text={row.refusal} />',
    '<p>{cleanForeignText(row.refusal, 200)}</p>',
    "<p>{t('request_memo', { memo: cleanForeignText(memo, 66) })}</p>",
    '<p>{memo !== null && <VisibleText text={memo} />}</p>',
    '<Item data-capture={capture.label} key={memo} />',
    '<p>{row.amount}</p>',
    '<Row label={choice.label} />',
  ])('is none where it is made fit, or not drawn: %s', code => {
    expect(drawn(code)).toEqual([])
  })

  it('is found in its line', () => {
    expect(foreignTextIn('file.tsx', 'const a = (\n  <p>\n    {row.refusal}\n  </p>\n)')).toEqual([
      { field: 'row.refusal', line: 3 },
    ])
  })

  it('is drawn as it came in no screen', async () => {
    expect(await faultsOfForeignText()).toEqual([])
  })
})
