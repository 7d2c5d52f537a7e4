import * as z from 'zod'
import { email, text } from '../../kit/fields.ts'
import { knownPassword, newPassword } from '../../shared/passwords.ts'

export const Registration = z
  .strictObject({
    email: email(),
    password: newPassword(),
    name: text(120).meta({ example: 'Ada Lovelace' }),
  })
  .meta({ id: 'Registration' })

export const Login = z.strictObject({ email: email(), password: knownPassword() }).meta({ id: 'Login' })
