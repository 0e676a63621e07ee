import * as z from 'zod'
import type { BundledBytes } from './bundled-modules.ts'
import { type LockedPackage, locked } from './lock-file.ts'

const componentSchema = z.looseObject({
  'bom-ref': z.string(),
  externalReferences: z.optional(z.array(z.looseObject({ type: z.string() }))),
})
const billSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  metadata: z.looseObject({ component: z.looseObject({ 'bom-ref': z.string(), version: z.string() }) }),
  components: z.array(componentSchema),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.optional(z.array(z.string())) })),
})

export type Bill = z.infer<typeof billSchema>

/**
 * The bill of materials of a package: of everything that npm lists, what is really in its scripts. Says neither when
 * nor on which machine it was made.
 * @param listed what `npm sbom --sbom-format cyclonedx` printed
 * @param bundled what the build recorded
 * @param packages the lock file's packages
 * @param name what is published
 * @throws Error when npm does not list something that is in the scripts
 * @see https://cyclonedx.org/docs/1.5/json/
 */
export function billOfMaterials(
  listed: string,
  bundled: BundledBytes,
  packages: ReadonlyMap<string, LockedPackage>,
  name: string,
): Bill {
  const { serialNumber: _, metadata, components, dependencies, ...rest } = billSchema.parse(JSON.parse(listed))
  const paths = Object.keys(bundled).filter(path => path !== '')
  const shipped = new Set(
    paths.map(path => {
      const { name: packageName, version } = locked(packages, path)
      return `${packageName}@${version}`
    }),
  )
  const kept = components.filter(component => shipped.has(component['bom-ref']))
  const unlisted = [...shipped].filter(ref => !kept.some(component => component['bom-ref'] === ref))
  if (unlisted.length > 0) throw new Error(`npm does not list what is in the package: ${unlisted.join(', ')}.`)
  const own = metadata.component['bom-ref']
  return {
    ...rest,
    metadata: { component: { ...metadata.component, type: 'application', name, scope: undefined } },
    components: kept.map(({ externalReferences, properties: _development, ...component }) => ({
      ...component,
      // Where it was fetched from is the builder's affair; its hash says what it is.
      externalReferences: externalReferences?.filter(({ type }) => type !== 'distribution'),
    })),
    dependencies: dependencies
      .filter(({ ref }) => ref === own || shipped.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn?.filter(other => shipped.has(other)) })),
  }
}
