import * as z from 'zod'
import { email, text } from '../../kit/fields.ts'
import { isCommon } from './passwords.ts'

export const Registration = z
  .strictObject({
    email: email(),
    password: z
      .string()
      .min(8, 'at least 8 characters')
      .max(128, 'at most 128 characters')
      .refine((password) => !isCommon(password), 'is one of the passwords that are guessed first')
      .meta({ description: '8 to 128 characters', example: 'correct horse battery' }),
    name: text(120).meta({ example: 'Ada Lovelace' }),
  })
  .meta({ id: 'Registration' })

export const Login = z
  .strictObject({
    email: email(),
    password: z
      .string()
      .min(1, 'required')
      .max(1000, 'at most 1000 characters')
      .meta({ example: 'correct horse battery' }),
  })
  .meta({ id: 'Login' })

export const EmailVerification = z
  .strictObject({
    token: z
      .string()
      .max(200, 'at most 200 characters')
      .meta({ description: 'From the link in the mail', example: 'svc_mail_0123456789' }),
  })
  .meta({ id: 'EmailVerification' })
