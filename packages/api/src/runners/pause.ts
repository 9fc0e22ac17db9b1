import { procedure } from '../procedure.ts'
import { giveOrder } from './give-order.ts'
import { orderInput } from './order-input.ts'

/** No new runs for the runner; what it holds goes on. */
export const pause = procedure
  .meta({ role: 'admin' })
  .input(orderInput)
  .mutation(({ ctx, input }) => giveOrder(ctx, 'pause', input))
