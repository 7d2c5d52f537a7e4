import { existsSync, readdirSync, rmSync } from 'node:fs'

/* Runs after each install, with the Node of the machine: removes what packages contain and nothing here uses. */
const modules = new URL('../node_modules/', import.meta.url)
const remove = (path) => rmSync(new URL(path, modules), { recursive: true, force: true })

/* The headers of Node.js, and a second link to its binary. */
remove('node/node_modules')

/* Font weights that printed documents do not use; without development packages there are none. */
for (const font of ['noto-sans-sc', 'nanum-gothic']) {
  const folder = new URL(`@expo-google-fonts/${font}/`, modules)
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (/^\d/.test(name) && name !== '400Regular') remove(`@expo-google-fonts/${font}/${name}`)
}
