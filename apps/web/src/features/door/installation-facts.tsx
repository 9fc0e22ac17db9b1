import { Glyph } from '#/components/glyph.tsx'

/** What a newcomer can count on at this point. The page answers only when the database is ready and migrated. */
export function InstallationFacts() {
  return (
    <aside>
      <h3>This installation</h3>
      <ul>
        <li>
          <Glyph shape="pass" />
          <div>
            Database ready
            <div className="sub">migrated to this version</div>
          </div>
        </li>
        <li>
          <Glyph shape="pass" />
          <div>
            Bundled benchmark
            <div className="sub">edit: small TypeScript tasks, no key and no container needed</div>
          </div>
        </li>
        <li>
          <Glyph shape="queued" />
          <div>
            First result
            <div className="sub">Launch two scripted arms from the next page; it takes about a minute</div>
          </div>
        </li>
      </ul>
      <p className="sub">After this step, people join by invitation.</p>
    </aside>
  )
}
