import { readdirSync, rmSync } from 'node:fs'

/* Runs after each install, on the Node of the machine: what packages bring and nothing here reads. */
const modules = new URL('../node_modules/', import.meta.url)
const remove = (path) => rmSync(new URL(path, modules), { recursive: true, force: true })

/* The headers of Node.js, and a second name of its program. */
remove('node/node_modules')

/* Weights of fonts that no paper is set in. */
for (const font of ['noto-sans-sc', 'nanum-gothic'])
  for (const name of readdirSync(new URL(`@expo-google-fonts/${font}/`, modules)))
    if (/^\d/.test(name) && name !== '400Regular') remove(`@expo-google-fonts/${font}/${name}`)
