import { startSqlGateway } from '../stack/sql-gateway.ts'

const [pgPort, port, delayMs] = process.argv.slice(2).map(Number)
await startSqlGateway({ host: '127.0.0.1', pgPort: pgPort!, port: port!, delayMs: delayMs! })
