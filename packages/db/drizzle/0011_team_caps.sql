-- A team's admins set its own cap. Its share beside other teams belongs to whoever has the machine: no program of the
-- web may write it, nor remove the row that holds it.
revoke insert, update, delete on team_limit from paddock_web;
--> statement-breakpoint
grant insert (team_id, cap), update (cap) on team_limit to paddock_web;
