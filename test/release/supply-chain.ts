import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { readLockFile } from './lock-file.ts'

const versionsSchema = z.record(z.string(), z.string()).default({})
const workspaceSchema = z.object({ dependencies: versionsSchema, devDependencies: versionsSchema })

const projectSchema = z.object({
  dependencies: z.record(z.string(), z.string()),
  devDependencies: z.record(z.string(), z.string()),
  /** A version, or under the name of a package the versions that it gets of others (`.` is the package's own). */
  overrides: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
  workspaces: z.array(z.string()).default([]),
  allowScripts: z.record(z.string(), z.boolean()),
})

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      optional: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

/**
 * Programs for other systems than the one on which the lock file was made, where their sums could not be had. They
 * check and test; no build uses one.
 */
const withoutSum = /^node_modules\/(?:@biomejs\/cli-|@foundry-rs\/anvil-|@oxc-parser\/binding-)/

/**
 * What would let something into a build that nobody looked at, each as a sentence: a range of versions, a package
 * without its sum, a registry's address in the lock file, a script that runs at installation and is not named.
 * @param folder the project's root
 */
export async function faultsOfSupplyChain(folder: string): Promise<string[]> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'))
  const project = projectSchema.parse(await read('package.json'))
  const { packages } = lockSchema.parse(await read('package-lock.json'))
  const locked = await readLockFile(folder)
  const settings = await readFile(join(folder, '.npmrc'), 'utf8')

  const workspaces = await Promise.all(
    project.workspaces.map(async name => workspaceSchema.parse(await read(join(name, 'package.json')))),
  )
  const ranges = [project, ...workspaces]
    .flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies])
    .flatMap(Object.entries<string>)
    .concat(Object.entries(project.overrides).flatMap(([name, wanted]) => versionsOf(name, wanted)))
    // `$viem` is the version that the project itself has.
    .filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$|^\$/.test(version))
    .map(([name, version]) => `${name} is asked for as ${version}, which is not one version.`)
  // A workspace is a folder of this project, and a link to it.
  const entries = Object.entries(packages).filter(
    ([path, { link, resolved }]) =>
      !['', ...project.workspaces].includes(path) && !(link === true && project.workspaces.includes(resolved ?? '')),
  )
  const unsummed = entries
    .filter(([path, { integrity, optional }]) => {
      const isForAnotherSystem = integrity === undefined && optional === true && withoutSum.test(path)
      return !isForAnotherSystem && !integrity?.startsWith('sha512-')
    })
    .map(([path]) => `${path} has no SHA-512 in package-lock.json.`)
  const addresses = entries
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(([path, { resolved }]) => `${path} is tied to ${resolved} in package-lock.json.`)
  const scripts = [...locked.values()].filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  const unnamed = scripts
    .filter(name => project.allowScripts[name] === undefined)
    .map(name => `${name} runs a script when it is installed, and is not under allowScripts.`)
  const needless = Object.keys(project.allowScripts)
    .filter(name => !scripts.includes(name))
    .map(name => `${name} is under allowScripts and has no script.`)
  const strict = /^strict-allow-scripts=true$/m.test(settings)
    ? []
    : ['.npmrc does not end an installation when a script is not named.']
  return [...ranges, ...unsummed, ...addresses, ...unnamed, ...needless, ...strict]
}

function versionsOf(name: string, wanted: string | Record<string, string>): [name: string, version: string][] {
  return typeof wanted === 'string'
    ? [[name, wanted]]
    : Object.entries(wanted).map(([inside, version]) => [inside === '.' ? name : `${name} > ${inside}`, version])
}
