-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "participants" ADD COLUMN "cavalier_id" uuid;--> statement-breakpoint
ALTER TABLE "participants_retires" ADD COLUMN "cavalier_id" uuid;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD COLUMN "cavalier_id" uuid;--> statement-breakpoint
-- A seat of a customer has the customer's rider of that name. Neither names nor customers change, so nothing is compared.
ALTER TABLE "participants" DISABLE TRIGGER "participants_conformes";--> statement-breakpoint
CREATE TEMPORARY TABLE "cavaliers_nommes" ON COMMIT DROP AS
  SELECT "id", "user_id", lower(regexp_replace(normalize(btrim(regexp_replace("nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g')) AS "cle" FROM "cavaliers";--> statement-breakpoint
UPDATE "participants" s SET "cavalier_id" = k."id" FROM "cavaliers_nommes" k
  WHERE k."user_id" = s."user_id" AND k."cle" = lower(regexp_replace(normalize(btrim(regexp_replace(s."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
UPDATE "participants_retires" s SET "cavalier_id" = k."id" FROM "cavaliers_nommes" k
  WHERE k."user_id" = s."user_id" AND k."cle" = lower(regexp_replace(normalize(btrim(regexp_replace(s."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
UPDATE "participants_supprimes" s SET "cavalier_id" = k."id" FROM "cavaliers_nommes" k
  WHERE k."user_id" = s."user_id" AND k."cle" = lower(regexp_replace(normalize(btrim(regexp_replace(s."nom", '\s+', ' ', 'g')), NFD), '[\u0300-\u036f]', '', 'g'));--> statement-breakpoint
ALTER TABLE "participants" ENABLE TRIGGER "participants_conformes";--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_retires" ADD CONSTRAINT "participants_retires_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD CONSTRAINT "participants_supprimes_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "participants_cavalier" ON "participants" USING btree ("cavalier_id") WHERE "cavalier_id" is not null;--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;
