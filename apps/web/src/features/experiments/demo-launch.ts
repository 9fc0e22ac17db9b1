/** What a newcomer gets without reading: two scripted arms on the bundled tasks; needs no key and no container. */
export const demo = {
  experiment: 'edit.first_look',
  goal: 'Does the comparison tell a perfect agent from one that solves about 6 tasks in 10?',
  command:
    'paddock launch edit --experiment edit.first_look --arm oracle --role baseline --agent oracle --tasks 20 --attempts 2',
} as const
