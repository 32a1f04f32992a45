CREATE TABLE "importes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"import_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"cavalier_id" uuid,
	"avant" jsonb,
	"places" integer DEFAULT 0 NOT NULL,
	"empreinte" text NOT NULL,
	"cree" boolean NOT NULL,
	CONSTRAINT "importes_avant" CHECK ("cree" = ("avant" is null))
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"fichier" text NOT NULL,
	"crees" integer NOT NULL,
	"modifies" integer NOT NULL,
	"inchanges" integer NOT NULL,
	"refuses" integer NOT NULL,
	"touches" integer NOT NULL,
	"cree_par" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"defait_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "importes" ADD CONSTRAINT "importes_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "importes" ADD CONSTRAINT "importes_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "importes" ADD CONSTRAINT "importes_cavalier_id_cavaliers_id_fk" FOREIGN KEY ("cavalier_id") REFERENCES "public"."cavaliers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_cree_par_users_id_fk" FOREIGN KEY ("cree_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "importes_import" ON "importes" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "importes_client" ON "importes" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "importes_cavalier" ON "importes" USING btree ("cavalier_id");--> statement-breakpoint
CREATE INDEX "imports_date" ON "imports" USING btree ("created_at");