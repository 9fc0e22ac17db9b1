import { procedure } from '../procedure.ts'
import { giveOrder } from './give-order.ts'
import { orderInput } from './order-input.ts'

/** The runner finishes what it holds and claims no more; once it holds nothing it ends, unless the order has an end. */
export const drain = procedure
  .meta({ role: 'admin' })
  .input(orderInput)
  .mutation(({ ctx, input }) => giveOrder(ctx, 'drain', input))
