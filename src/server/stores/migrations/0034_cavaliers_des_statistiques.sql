ALTER TABLE "orthographes" ALTER COLUMN "vers_cle" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orthographes" ALTER COLUMN "vers_nom" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "orthographes" ADD COLUMN "cavalier_id" uuid;--> statement-breakpoint
ALTER TABLE "orthographes" ADD COLUMN "client_id" uuid;--> statement-breakpoint
ALTER TABLE "orthographes" ADD COLUMN "vers_cavalier_id" uuid;--> statement-breakpoint
ALTER TABLE "orthographes" ADD COLUMN "vers_client_id" uuid;--> statement-breakpoint
ALTER TABLE "orthographes" ADD CONSTRAINT "orthographes_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orthographes" ADD CONSTRAINT "orthographes_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orthographes" ADD CONSTRAINT "orthographes_vers_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("vers_cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orthographes" ADD CONSTRAINT "orthographes_vers_client_id_clients_id_fk" FOREIGN KEY ("vers_client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orthographes" ADD CONSTRAINT "orthographes_vers" CHECK (("vers_cle" is null) = ("vers_nom" is null));--> statement-breakpoint
-- A saved rider counts by itself from now on. Those whose name was merged stay with it, so that no figure of a merged rider changes.
INSERT INTO "orthographes" ("cle", "nom", "vers_cle", "vers_nom", "cavalier_id", "fusionnee_par", "created_at")
  SELECT DISTINCT ON (k."id") 'CAVALIER ' || k."id", k."nom", k."cle", m."nom", k."id", m."fusionnee_par", m."created_at"
  FROM (SELECT "id", "nom", lower(regexp_replace(normalize(btrim(regexp_replace("nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g')) AS "cle" FROM "cavaliers") k
    JOIN (SELECT "vers_cle" AS "cle", "vers_nom" AS "nom", "fusionnee_par", "created_at" FROM "orthographes"
      UNION ALL SELECT "cle", "nom", "fusionnee_par", "created_at" FROM "orthographes") m USING ("cle")
  ORDER BY k."id", m."created_at" DESC, m."nom";
