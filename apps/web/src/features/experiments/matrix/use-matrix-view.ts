'use client'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { glyphViews, taskFilters, taskOrders } from './matrix-view.ts'

/** The matrix's filter, text, order, glyphs and focused arm, kept in the address. */
export function useMatrixView() {
  return useQueryStates(
    {
      tasks: parseAsStringLiteral(taskFilters).withDefault('all'),
      find: parseAsString.withDefault(''),
      order: parseAsStringLiteral(taskOrders).withDefault('name'),
      glyphs: parseAsStringLiteral(glyphViews).withDefault('verdict'),
      arm: parseAsString.withDefault(''),
    },
    { history: 'replace', shallow: true, clearOnDefault: true },
  )
}
