CREATE TABLE "participants_retires" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"position" integer NOT NULL,
	"user_id" uuid,
	"nom" text NOT NULL,
	"remarques" text,
	"pris_at" timestamp with time zone,
	"reservation_id" uuid NOT NULL,
	"retire_at" timestamp with time zone NOT NULL,
	"retire_par" uuid
);
--> statement-breakpoint
ALTER TABLE "participants_retires" ADD CONSTRAINT "participants_retires_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "participants_retires" ADD CONSTRAINT "participants_retires_retire_par_users_id_fk" FOREIGN KEY ("retire_par") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "participants_retires_at" ON "participants_retires" USING btree ("retire_at");--> statement-breakpoint
CREATE INDEX "participants_retires_user" ON "participants_retires" USING btree ("user_id");