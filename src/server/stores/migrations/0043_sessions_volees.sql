-- Links that an administrator asked for (ACC-105), and shorter periods that wait for a day.
ALTER TABLE "parametres" ADD COLUMN "dureesAvant" jsonb;--> statement-breakpoint
ALTER TABLE "parametres" ADD COLUMN "dureesJusque" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "par_admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "parametres" ADD CONSTRAINT "parametres_durees" CHECK (("dureesAvant" is null) = ("dureesJusque" is null));--> statement-breakpoint
-- The stored ones: an invitation always; another address and a confirmation if the journal says so.
UPDATE "verifications" v SET "par_admin" = true WHERE v."identifier" LIKE 'invitation:%'
  OR (v."identifier" LIKE 'changement_adresse:%' OR v."identifier" LIKE 'confirmation_adresse:%') AND EXISTS (
    SELECT FROM "journal" j WHERE j."objet_id" = v."value" AND j."action" IN ('adresse.demandee', 'adresse.changee', 'courriel.confirmation')
      AND j."acteur_id"::text IS DISTINCT FROM v."value" AND j."survenu_at" > v."created_at" - interval '5 minutes');
