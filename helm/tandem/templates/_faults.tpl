{{/*
What is wrong with the values, as a list in JSON. The schema checks the form of each value; these checks need more than
one value, or apply outside development only.
*/}}
{{- define "tandem.faults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}

{{- if not $v.publicUrl -}}
{{- $faults = append $faults "publicUrl is empty. Set the address that browsers use, such as https://files.example.com" -}}
{{- else if not (or $v.dev.enabled (hasPrefix "https://" $v.publicUrl)) -}}
{{- $faults = append $faults "publicUrl must begin with https://. Browsers encrypt and save files on secure origins only" -}}
{{- end -}}
{{- if not $v.dev.enabled -}}
{{- range $key, $where := dict "projectId" "the project ID" "apiKey" "the web API key" "authDomain" "the domain of the sign-in page, such as <project>.firebaseapp.com" -}}
{{- if not (get $v.firebase $key) -}}
{{- $faults = append $faults (printf "firebase.%s is empty. Set %s from the settings of the Firebase project" $key $where) -}}
{{- end -}}
{{- end -}}
{{- if hasPrefix "demo-" $v.firebase.projectId -}}
{{- $faults = append $faults (printf "firebase.projectId: %s is a project of the Auth emulator, which exists in development only" $v.firebase.projectId) -}}
{{- end -}}
{{- if eq $v.payments.provider "local" -}}
{{- $faults = append $faults "payments.provider: local stands for the stand-in of Stripe, which accepts any card. It exists in development only" -}}
{{- else if and (eq $v.payments.provider "stripe") (not $v.payments.publishableKey) -}}
{{- $faults = append $faults "payments.publishableKey is empty. Set the publishable key (pk_…) of the Stripe account" -}}
{{- end -}}
{{- range $variable, $what := dict "MONGO_URL" "the addresses of the databases, one key per service" "NATS_URL" "the addresses of the broker, one key per service" -}}
{{- $ref := get $v.secrets $variable -}}
{{- if not (and $ref $ref.name) -}}
{{- $faults = append $faults (printf "secrets.%s.name is empty. Name the Secret with %s" $variable $what) -}}
{{- end -}}
{{- end -}}
{{- range $variable, $ref := $v.secrets -}}
{{- $isPayment := hasPrefix "STRIPE_" $variable -}}
{{- if and (not (and $ref $ref.name)) (not (has $variable (list "MONGO_URL" "NATS_URL" "FIREBASE_SERVICE_ACCOUNT"))) (or (not $isPayment) (eq $v.payments.provider "stripe")) -}}
{{- $faults = append $faults (printf "secrets.%s.name is empty. Name the Secret that contains it" $variable) -}}
{{- end -}}
{{- end -}}
{{- if or $v.dev.secrets $v.dev.firebaseEmulatorHost $v.dev.firebaseEmulatorOrigin -}}
{{- $faults = append $faults "dev: inline secrets and the Auth emulator exist in development only. Set dev.enabled, or remove them" -}}
{{- end -}}
{{- end -}}
{{- if and $v.operators.gatewayApi (not $v.gatewayApi.parentRefs) -}}
{{- $faults = append $faults "gatewayApi.parentRefs is empty. Name the Gateway, or set operators.gatewayApi to false" -}}
{{- else if and $v.gatewayApi.parentRefs (not $v.operators.gatewayApi) -}}
{{- $faults = append $faults "gatewayApi.parentRefs names a Gateway, but operators.gatewayApi is false" -}}
{{- end -}}
{{- if and $v.operators.externalSecrets (not $v.externalSecrets.storeRef.name) -}}
{{- $faults = append $faults "externalSecrets.storeRef.name is empty. Name the store, or set operators.externalSecrets to false" -}}
{{- else if and $v.externalSecrets.secrets (not $v.operators.externalSecrets) -}}
{{- $faults = append $faults "externalSecrets.secrets lists Secrets, but operators.externalSecrets is false" -}}
{{- end -}}
{{- if and $v.peerTls.certManager.issuerRef.name (not $v.operators.certManager) -}}
{{- $faults = append $faults "peerTls.certManager.issuerRef names an issuer, but operators.certManager is false" -}}
{{- end -}}
{{- if and $v.operators.keda (not $v.autoscaling.enabled) -}}
{{- $faults = append $faults "operators.keda is true, but autoscaling.enabled is false" -}}
{{- end -}}
{{- toJson (concat $faults (include "tandem.serviceFaults" . | fromJsonArray)) -}}
{{- end -}}

{{- define "tandem.serviceFaults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- $topology := include "tandem.topology" . | fromYaml -}}
{{- /* Helm removes a service that is set to null. */ -}}
{{- range $name, $_ := $topology.services -}}
{{- if not (get $v.services $name) -}}
{{- range $caller, $other := $topology.services -}}
{{- if and (has $name ($other.calls | default list)) (get $v.services $caller) -}}
{{- $faults = append $faults (printf "services.%s must not be null: %s calls it" $name $caller) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name, $settings := $v.services -}}
{{- $service := get $topology.services $name -}}
{{- if not $service -}}
{{- $faults = append $faults (printf "services.%s: unknown service. The services are %s" $name (keys $topology.services | sortAlpha | join ", ")) -}}
{{- else if $settings -}}
{{- with $settings.autoscaling -}}
{{- if gt (.minReplicas | int64) (.maxReplicas | int64) -}}
{{- $faults = append $faults (printf "services.%s.autoscaling: minReplicas (%v) is greater than maxReplicas (%v)" $name .minReplicas .maxReplicas) -}}
{{- end -}}
{{- if and (eq $service.kind "ws") (not .connectionsPerPod) -}}
{{- $faults = append $faults (printf "services.%s.autoscaling.connectionsPerPod is empty. Signalling scales by sockets per pod" $name) -}}
{{- end -}}
{{- end -}}
{{- /* 25 s: the stop deadline of a process. */ -}}
{{- $grace := $settings.terminationGracePeriodSeconds | default $v.defaults.terminationGracePeriodSeconds | int64 -}}
{{- $preStop := $v.defaults.preStopSeconds | int64 -}}
{{- if le $grace (add $preStop 25) -}}
{{- $faults = append $faults (printf "services.%s: terminationGracePeriodSeconds (%d) must exceed preStopSeconds and the 25 s that a process may take to stop: %d + 25" $name $grace $preStop) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $faults -}}
{{- end -}}

{{/* Refuses values with faults, in one message. The template that Helm renders first includes it. */}}
{{- define "tandem.refuseFaults" -}}
{{- with include "tandem.faults" . | fromJsonArray -}}
{{- fail (printf "\n\nThe values cannot be installed:\n  - %s\n\nhelm/tandem/README.md describes each value." (join "\n  - " .)) -}}
{{- end -}}
{{- end -}}
