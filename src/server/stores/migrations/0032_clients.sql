CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"nom" text,
	"cle" text,
	"telephone" text,
	"email" text,
	"adresse" text,
	"note" text,
	"paye_par" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "clients_nommes" CHECK (("nom" is null) = ("cle" is null) and "paye_par" <> "id"),
	CONSTRAINT "clients_du_compte" CHECK ("nom" is not null or num_nonnulls("telephone", "email", "adresse") = 0)
);
--> statement-breakpoint
-- Each account gets its customer, with the id of the account.
INSERT INTO "clients" ("id", "created_at") SELECT "id", "created_at" FROM "users";
--> statement-breakpoint
-- What waits for the commit is compared now: a table with waiting changes cannot be altered.
SET CONSTRAINTS ALL IMMEDIATE;--> statement-breakpoint
ALTER TABLE "cavaliers" DROP CONSTRAINT "cavaliers_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "participants" DROP CONSTRAINT "participants_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "participants_retires" DROP CONSTRAINT "participants_retires_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "participants_supprimes" DROP CONSTRAINT "participants_supprimes_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "reservations" DROP CONSTRAINT "reservations_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "reservations_supprimees" DROP CONSTRAINT "reservations_supprimees_user_id_users_id_fk";
--> statement-breakpoint
ALTER TABLE "clients" ADD CONSTRAINT "clients_paye_par_clients_id_fk" FOREIGN KEY ("paye_par") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "clients_nom" ON "clients" USING btree ("cle",coalesce(regexp_replace("telephone", '\D', '', 'g'), ''));--> statement-breakpoint
CREATE INDEX "clients_paye_par" ON "clients" USING btree ("paye_par");--> statement-breakpoint
ALTER TABLE "cavaliers" ADD CONSTRAINT "cavaliers_user_id_clients_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Checked at the commit, because the customer is stored after the account: a trigger before it would also run if the account is not stored.
ALTER TABLE "users" ADD CONSTRAINT "users_client" FOREIGN KEY ("id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action DEFERRABLE INITIALLY DEFERRED;--> statement-breakpoint
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_clients_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_retires" ADD CONSTRAINT "participants_retires_user_id_clients_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_supprimes" ADD CONSTRAINT "participants_supprimes_user_id_clients_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations" ADD CONSTRAINT "reservations_user_id_clients_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reservations_supprimees" ADD CONSTRAINT "reservations_supprimees_user_id_clients_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."clients"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
SET CONSTRAINTS ALL DEFERRED;--> statement-breakpoint
-- An account has its customer by construction. If there is one already, the account has its name and address from now on.
CREATE OR REPLACE FUNCTION "clients_du_compte"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "clients" ("id", "created_at") VALUES (NEW."id", NEW."created_at")
    ON CONFLICT ("id") DO UPDATE SET "nom" = NULL, "cle" = NULL, "telephone" = NULL, "email" = NULL, "adresse" = NULL;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "clients_du_compte" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "clients_du_compte"();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "clients_sans_compte"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "clients" WHERE "id" = OLD."id";
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "clients_sans_compte" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "clients_sans_compte"();
