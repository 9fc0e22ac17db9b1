export { type ClientOptions, createClient, type PaddockClient } from './create-client.ts'
