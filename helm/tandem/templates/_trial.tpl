{{/* Helpers of trial.yaml. */}}

{{- define "tandem.trialLabels" -}}
{{ include "tandem.labels" . }}
app.kubernetes.io/component: trial
{{- end -}}

{{/* Host and port of something that the trial bundles. (dict "root" $ "name" "nats" "port" 4222) */}}
{{- define "tandem.trialAddress" -}}
{{- printf "%s.%s.svc:%v" (include "tandem.component" .) .root.Release.Namespace .port -}}
{{- end -}}

{{- define "tandem.trialMongoHost" -}}
{{- $name := include "tandem.component" (dict "root" . "name" "mongo") -}}
{{- printf "%s-0.%s.%s.svc:27017" $name $name .Release.Namespace -}}
{{- end -}}

{{/* The broker's address without credentials. */}}
{{- define "tandem.natsAddress" -}}
{{- if .Values.trial.enabled -}}
{{- printf "nats://%s" (include "tandem.trialAddress" (dict "root" . "name" "nats" "port" 4222)) -}}
{{- else -}}
{{- .Values.nats.address -}}
{{- end -}}
{{- end -}}

{{- define "tandem.trialPod" -}}
serviceAccountName: {{ include "tandem.component" . }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ .user }}
  runAsGroup: {{ .user }}
  fsGroup: {{ .user }}
  seccompProfile: { type: RuntimeDefault }
{{- include "tandem.scheduling" (dict "root" .root) }}
{{- end -}}

{{- define "tandem.trialContainer" -}}
resources:
  requests: { cpu: {{ .cpu }}, memory: {{ .memory }} }
  limits: { memory: {{ .limit }} }
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL]{{ with .capability }}, add: [{{ . }}]{{ end }} }
{{- end -}}

{{- define "tandem.trialProbes" -}}
startupProbe:
  tcpSocket: { port: {{ . }} }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  tcpSocket: { port: {{ . }} }
  periodSeconds: 10
readinessProbe:
  tcpSocket: { port: {{ . }} }
  periodSeconds: 5
{{- end -}}

{{/* A stand-in of tools/, with its Service. (dict "root" $ "name" … "port" … "args" …) */}}
{{- define "tandem.standIn" -}}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.trialLabels" . | nindent 4 }}
spec:
  selector:
    {{- include "tandem.selector" . | nindent 4 }}
  ports:
    - { name: http, port: {{ .port }}, targetPort: http }
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "tandem.component" . }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- include "tandem.trialLabels" . | nindent 4 }}
spec:
  replicas: 1
  # Accounts and customers exist in its memory.
  strategy: { type: Recreate }
  selector:
    matchLabels:
      {{- include "tandem.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "tandem.trialLabels" . | nindent 8 }}
      {{- $annotations := include "tandem.podAnnotations" .root }}
      {{- if eq .name "payments-stand-in" }}
      {{- $annotations = printf "tandem/secrets-revision: %s\n%s" (.root.Values.secretsRevision | quote) $annotations | trim }}
      {{- end }}
      {{- with $annotations }}
      annotations:
        {{- . | nindent 8 }}
      {{- end }}
    spec:
      {{- include "tandem.trialPod" (merge (dict "user" 1000) .) | nindent 6 }}
      containers:
        - name: {{ .name }}
          image: {{ include "tandem.image" (merge (dict "name" "auth-emulator") .) }}
          imagePullPolicy: {{ .root.Values.image.pullPolicy }}
          args: {{ toJson .args }}
          env:
            - { name: NODE_ENV, value: development }
            - { name: HOST, value: 0.0.0.0 }
            - { name: PORT, value: {{ .port | quote }} }
            {{- if eq .name "auth-emulator" }}
            - { name: FIREBASE_PROJECT_ID, value: {{ .root.Values.firebase.projectId | quote }} }
            {{- else }}
            - { name: STRIPE_WEBHOOK_URL, value: "http://{{ include "tandem.trialAddress" (dict "root" .root "name" (ternary "edge" "gateway" (eq (include "tandem.edgeTls" .root) "true")) "port" 8080) }}/api/webhooks/stripe" }
            {{- include "tandem.secretRef" (dict "root" .root "name" .name "var" "STRIPE_WEBHOOK_SECRET") | nindent 12 }}
            {{- end }}
          ports:
            - { name: http, containerPort: {{ .port }} }
          {{- include "tandem.trialProbes" "http" | nindent 10 }}
          {{- include "tandem.trialContainer" (dict "cpu" "20m" "memory" "128Mi" "limit" "768Mi") | nindent 10 }}
          volumeMounts:
            - { name: tmp, mountPath: /tmp }
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
{{- end -}}

{{/* While a pod restarts, the proxy waits for a second, then answers when to ask again, as deploy/docker/edge/Caddyfile. */}}
{{- define "tandem.trialUpstream" -}}
reverse_proxy {{ .address }} {
  lb_try_duration 1s
  lb_try_interval 100ms
  {{- if .serverName }}
  header_up Host {hostport}
  {{- end }}
  transport http {
    dial_timeout 800ms
    {{- with .serverName }}
    tls
    tls_server_name {{ . }}
    tls_trust_pool file /run/tls/ca.crt
    {{- end }}
  }
}
{{- end -}}

{{/* (dict "root" $ "name" "gateway") */}}
{{- define "tandem.trialService" -}}
{{- $address := include "tandem.trialAddress" (merge (dict "port" 8080) .) -}}
{{- $serverName := ternary (include "tandem.serverName" .) "" (eq (include "tandem.edgeTls" .root) "true") -}}
{{- include "tandem.trialUpstream" (dict "address" $address "serverName" $serverName) -}}
{{- end -}}

{{/* The emulator's paths belong to no page of the product, so that browsers need one origin and one port. */}}
{{- define "tandem.trialRoutes" -}}
{
  admin off
}
:8080 {
  @emulator path /identitytoolkit.googleapis.com/* /securetoken.googleapis.com/* /emulator/* /gapi-shim.js
  handle @emulator {
    {{- include "tandem.trialUpstream" (dict "address" (include "tandem.trialAddress" (dict "root" . "name" "auth-emulator" "port" 9099))) | nindent 4 }}
  }
  @signalling path /ws
  handle @signalling {
    {{- include "tandem.trialService" (dict "root" . "name" "signalling") | nindent 4 }}
  }
  @api path /api /api/*
  handle @api {
    {{- include "tandem.trialService" (dict "root" . "name" "gateway") | nindent 4 }}
  }
  handle {
    {{- include "tandem.trialService" (dict "root" . "name" "web") | nindent 4 }}
  }
  handle_errors {
    @absent expression `{err.status_code} in [502, 503, 504]`
    handle @absent {
      header Retry-After 1
      header Cache-Control no-store
      respond "Service unavailable" 503
    }
  }
}
{{- end -}}
