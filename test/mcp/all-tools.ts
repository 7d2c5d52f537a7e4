import catalogue from '../../openapi/tools.json' with { type: 'json' }
import platform from '../../openapi/platform-tools.json' with { type: 'json' }

/** The tools of the catalogue, then those that are listed only for whoever asks for them. */
export const allTools = [...catalogue, ...platform] as { name: string }[] as typeof catalogue
/** The address that has them all. */
export const everyTool = '?tools=all&toolsets=platform'
