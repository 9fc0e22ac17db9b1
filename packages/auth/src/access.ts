import { adminAc, defaultAc, memberAc, ownerAc } from 'better-auth/plugins/organization/access'

const viewerAc = defaultAc.newRole({ organization: [], member: [], invitation: [], team: [], ac: [] })

/** What each team role may do to members and invitations; everything else is declared per procedure of the API. */
export const accessRoles = { viewer: viewerAc, member: memberAc, admin: adminAc, owner: ownerAc }
