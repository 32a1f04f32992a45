-- Decision 22: the database itself refuses that two active lessons share an arena and a moment, whatever the path.
CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_sans_chevauchement"
  EXCLUDE USING gist (
    "type_piste" WITH =,
    tsrange("date_reservation" + "heure_debut", "date_reservation" + "heure_fin") WITH &&
  ) WHERE ("statut" <> 'annulee');
--> statement-breakpoint
-- Availability is answered by an index alone while vacuum keeps the table's map up to date: every thousand bookings, however many there are.
ALTER TABLE "reservations" SET (autovacuum_vacuum_insert_scale_factor = 0);
--> statement-breakpoint
-- Decisions 26 and 34: the six lesson types at price 0, and the settings' one row.
INSERT INTO "types_lecons" ("value", "label", "icon", "color", "max_personnes", "duree_minutes", "ordre") VALUES
  ('particuliere', 'Leçon particulière', '🎯', 'from-amber-600 to-amber-700', 1, 30, 1),
  ('collective', 'Leçon collective', '👥', 'from-emerald-600 to-emerald-700', 6, 60, 2),
  ('travail_pied', 'Travail à pied', '🚶', 'from-sky-600 to-sky-700', 3, 60, 3),
  ('longe', 'Longe', '🪢', 'from-violet-600 to-violet-700', 2, 30, 4),
  ('saut', 'Leçon de saut', '🏇', 'from-rose-600 to-rose-700', 3, 30, 5),
  ('liberte', 'Liberté', '🐎', 'from-teal-600 to-teal-700', 2, 30, 6);
--> statement-breakpoint
INSERT INTO "prix" ("type_lecon") SELECT "value" FROM "types_lecons" ORDER BY "ordre";
--> statement-breakpoint
INSERT INTO "parametres" ("id") VALUES (1);
--> statement-breakpoint
-- A table this small is never analysed by itself; unknown, it is searched once per lesson rather than read once.
ANALYZE "types_lecons";
