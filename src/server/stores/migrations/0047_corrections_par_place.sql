-- A late line is corrected under its seat (LIG-08). Versions before stored the line itself, which ends when its seat is put back.
UPDATE "lignes_libres" f SET "corrige" = l."place" FROM "lignes" l
WHERE f."corrige" = l."id" AND (l."user_id" = f."client_id" OR l."user_id" IS NULL)
  AND NOT EXISTS (SELECT FROM "lignes_libres" o WHERE o."client_id" = f."client_id" AND o."corrige" = l."place");--> statement-breakpoint
-- The housekeeping of versions before closed the sent lines of seats without their names (REL-36), and let a correction follow a seat that it
-- does not find any more: what was sent of it stays.
UPDATE "lignes_libres" f SET "fige" = s."centimes"
FROM (SELECT "source_id", sum("centimes")::int AS "centimes" FROM "releves_lignes" WHERE "source" = 'libre' AND "client_id" IS NOT NULL GROUP BY 1) s
WHERE s."source_id" = f."id" AND f."fige" IS NULL
  AND f."corrige" IN (
    SELECT coalesce(n."place", l."source_id") FROM "releves_lignes" l LEFT JOIN "lignes" n ON n."id" = l."source_id"
    WHERE l."source" <> 'libre' GROUP BY 1 HAVING bool_and(l."clos"))
  AND NOT EXISTS (SELECT FROM "participants" p WHERE p."id" = f."corrige" AND p."user_id" = f."client_id")
  AND NOT EXISTS (SELECT FROM "lignes" n WHERE n."place" = f."corrige" AND n."user_id" = f."client_id");
