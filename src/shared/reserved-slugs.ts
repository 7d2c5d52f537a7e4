/** Slugs that could be mistaken for a part of the service. */
export const reserved = new Set(
  `api mcp health ready version oauth admin www login logout register signup docs app dashboard platform
  static assets well-known status help support billing security root system me new settings import`.split(
    /\s+/,
  ),
)
