'use client'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '#/features/live/query-error.tsx'
import { formatMoment } from '#/format/ago.ts'

interface Member {
  id: string
  role: string
  createdAt: string
  user: { name: string; email: string }
}

/** Members come from the doors' own endpoint: it knows the organisation of the session. */
async function fetchMembers(): Promise<Member[]> {
  const response = await fetch('/api/auth/organization/get-full-organization')
  if (!response.ok) throw new Error(`The members could not be read (${response.status}).`)
  const organization = (await response.json()) as { members?: Member[] } | null
  return organization?.members ?? []
}

/** Who belongs to the team. */
export function MembersCard() {
  const members = useQuery({ queryKey: ['members'], queryFn: fetchMembers })
  return (
    <section className="card" aria-labelledby="members-title">
      <header>
        <h2 id="members-title">Members</h2>
        <span className="-ml-1 text-muted">people join by invitation</span>
      </header>
      <QueryError query={members} what="The list of members" />
      <table className="stack">
        <caption className="sr-only">Members of the team</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">E-mail</th>
            <th scope="col">Role</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          {(members.data ?? []).map((member) => (
            <tr key={member.id}>
              <td className="full font-medium">{member.user.name}</td>
              <td data-l="E-mail">{member.user.email}</td>
              <td data-l="Role">{member.role}</td>
              <td data-l="Since" className="text-muted">
                {formatMoment(new Date(member.createdAt)).slice(0, 10)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
