/** For drizzle-kit, which `npm run migration` starts. */
export default {
  dialect: 'postgresql',
  schema: './db/schema/*.ts',
  out: './db/migrations',
  entities: { roles: { exclude: ['svc_app'] } },
}
